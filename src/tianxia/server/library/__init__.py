"""Games to review: `records` that people upload, and `analyses` of finished games by a strong program. Beside them
`progress`, what people have learned."""
