"""Drawings of The Emperor of China for the terminal; `drawer.py` names the drawer."""
