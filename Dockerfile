# One image for web, worker and migrations; the command says which.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN node scripts/setup.ts && npm prune --omit=dev --omit=optional

FROM node:24.21.0-bookworm-slim
# When Node clears up memory; why so is told in scripts/built-app.ts.
ENV NODE_ENV=production NODE_OPTIONS="--max-semi-space-size=8 --max-old-space-size=1024"
# Other containers and the host's proxy reach a container only on its own address.
ENV LISTEN_ADDRESS=0.0.0.0
WORKDIR /app
COPY --from=build --chown=node:node /app/package.json /app/prisma.config.ts ./
COPY --from=build --chown=node:node /app/prisma ./prisma
COPY --from=build --chown=node:node /app/scripts ./scripts
COPY --from=build --chown=node:node /app/app ./app
COPY --from=build --chown=node:node /app/build ./build
COPY --from=build --chown=node:node /app/node_modules ./node_modules
USER node
EXPOSE 3000
CMD ["node", "build/server/index.js", "web", "worker"]
