"""Identities: `service` knows people by a secret on each device, `accounts` by login and password.

`handovers` lets somebody in on another device, `email_confirmation` makes sure that an address is theirs,
`unsubscribing` turns e-mails off by a link in them, `delivery` sends e-mail and calls webhooks, `validation` checks
names and addresses.
"""
