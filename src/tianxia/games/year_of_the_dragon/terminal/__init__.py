"""Drawings of In the Year of the Dragon for the terminal; `drawer.py` names the drawer."""
