"""placeholder"""
from channels.generic.websocket import AsyncJsonWebsocketConsumer
class MatchConsumer(AsyncJsonWebsocketConsumer): pass
