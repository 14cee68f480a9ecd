# Every step runs as an unprivileged user in its own folder. docs/deployment.md explains how to use the image.
FROM node:24-bookworm-slim@sha256:a9f5f7c91a432850b2a8a7797adf5eadb6c733ceed61167806cee7ea7fbc29df AS build
USER node
WORKDIR /home/node/drover
COPY --chown=node package.json package-lock.json .npmrc ./
RUN npm ci
COPY --chown=node . .
RUN NX_DAEMON=false npx nx package api --outputStyle=static
# The package bundles all libraries except these, which have native parts.
RUN mkdir dist/packages/server/node_modules && cp -r --parents node_modules/@electric-sql/pglite node_modules/@node-rs \
  node_modules/esbuild node_modules/@esbuild node_modules/@swc node_modules/bufferutil node_modules/node-gyp-build \
  dist/packages/server

FROM node:24-bookworm-slim@sha256:a9f5f7c91a432850b2a8a7797adf5eadb6c733ceed61167806cee7ea7fbc29df
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
# For Git repositories, see docs/git.md.
RUN apt-get update && apt-get install -y --no-install-recommends git openssh-client ca-certificates \
  && rm -rf /var/lib/apt/lists/* && mkdir /data && chown node:node /data
USER node
WORKDIR /drover
COPY --from=build /home/node/drover/dist/packages/server ./
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'; fetch((process.env.TLS_CERT_FILE ? 'https' : 'http') + '://127.0.0.1:3000/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/apps/api/main.js"]
