"""Drawings of Forbidden City for the terminal; `drawer.py` names the drawer."""
