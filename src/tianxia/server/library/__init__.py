"""Games to look back at: `records` that people upload, and `analyses` of finished games by a strong program."""
