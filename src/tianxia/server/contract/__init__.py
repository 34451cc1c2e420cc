"""The contract of the API: the bodies of requests and answers. The OpenAPI document is made from it.

Times are milliseconds; moments are milliseconds since 1970, UTC. Seats count from 1.
"""
