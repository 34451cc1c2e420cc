"""Requests and answers. `app` puts the application together; `routes/` has the handlers, by what they are about.

Before a handler: `security` (CSRF), `rate_limits` (token buckets), `sessions` (who sends the request), `dependencies`
(what handlers take). Instead of it: `request_errors` and `allowed_values` (why a request does not fit the contract),
`problems` (how refusals are answered). Around it: `access_log`. Besides: `openapi`, `client_files`, `pages`.
"""
