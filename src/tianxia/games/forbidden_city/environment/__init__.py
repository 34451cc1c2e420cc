"""Forbidden City for programs that learn: observations, actions, and the chance model."""
