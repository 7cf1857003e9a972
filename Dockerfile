# The site as a container: all services of compose.yaml that run our code use this image.
FROM python:3.13-slim-trixie AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1
COPY requirements.txt /tmp/requirements.txt
RUN python -m venv /opt/venv && /opt/venv/bin/pip install --no-cache-dir --only-binary :all: \
    --require-hashes -r /tmp/requirements.txt

# esbuild bundles scripts and style sheets when static files are collected; it runs without Node.js.
FROM node:24-slim AS bundler
WORKDIR /tools
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts && cp node_modules/@esbuild/linux-*/bin/esbuild /tools/esbuild

FROM python:3.13-slim-trixie
# The newest security updates of the release are wanted, not pinned versions.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends postgresql-client tzdata \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --no-create-home --home-dir /nonexistent numgames \
    && install -d -o numgames -g numgames /var/lib/numgames
COPY --from=build /opt/venv /opt/venv
COPY --from=bundler /tools/esbuild /usr/local/bin/esbuild
ENV PATH=/opt/venv/bin:$PATH \
    ESBUILD=/usr/local/bin/esbuild \
    PYTHONUNBUFFERED=1 \
    NUMGAMES_VAR=/var/lib/numgames
WORKDIR /srv/numgames
COPY . .
# Whatever would be written beside the code is written now: it is read-only later.
RUN python -m games.summy.model.equations && python -m compileall -q accounts core games numgames
USER 10001
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["script/probe", "http://127.0.0.1:8000/healthz"]
CMD ["script/prepare", "serve", "--host", "0.0.0.0", "--port", "8000"]
