# The image of a portal: docs/operation.md. Its Node is that of package.json, which a test compares.
ARG BASE=node:26.10.0-trixie-slim

# Builds the interface, for which everything is installed.
FROM ${BASE} AS interface
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Without the scripts of packages: they would download what only tests and the desktop app need.
RUN npm ci --ignore-scripts
COPY . .
RUN node src-api/cli/build.ts

# Installs what the API loads.
FROM ${BASE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# What the interface was built with is in its files already, and a compiler comes with packages that only name it.
RUN npm ci --omit=dev --ignore-scripts \
  && rm -rf node_modules/@fluentui node_modules/@griffel node_modules/@typescript node_modules/typescript

FROM ${BASE}
# pg_dump and psql, for backups. Not older than the server in compose.yaml.
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-client-17 \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=interface /app/dist dist
COPY resources/art resources/art
COPY resources/brand resources/brand
COPY resources/fonts resources/fonts
COPY locales locales
COPY src-shared src-shared
COPY src-api src-api
COPY package.json LICENSE ./
# Volumes that Docker creates take owner and rights from these.
RUN install -d -o 1000 -g 1000 -m 0700 /data /backups && install -d /content
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data CONTENT_DIR=/content SEED_DEMO=0
USER 1000:1000
VOLUME /data
EXPOSE 4000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "src-api/cli/start.ts"]
