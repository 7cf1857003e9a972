"""URLs of the data for everyone."""

from django.urls import path

from games.dumps.views import checksums, data, file

app_name = "dumps"

urlpatterns = [
    path("", data, name="data"),
    path("SHA256SUMS", checksums, name="checksums"),
    path("<str:filename>", file, name="file"),
]
