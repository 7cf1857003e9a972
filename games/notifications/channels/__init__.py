"""The channels by which players are notified: one folder each, with one class derived from `base.Channel`.

A new channel is such a folder and its class in `settings.NOTIFICATION_CHANNELS`.
"""
