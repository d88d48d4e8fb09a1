# Two images: `app` runs web or worker, and is the default; `tools` runs migrations and `npm run ops`. Neither can write to
# its files. Renovate pins the tags to digests.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY scripts/install.mjs ./scripts/
RUN node scripts/install.mjs
COPY . .
RUN node scripts/setup.ts && npm prune --omit=dev --omit=optional

# The Prisma CLI is a peer of Prisma's client, and no process needs it that serves stores.
FROM build AS app-modules
RUN npm pkg delete dependencies.prisma && npm prune --omit=dev --omit=optional --omit=peer

FROM node:24.21.0-bookworm-slim AS tools
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/package.json /app/prisma.config.ts ./
COPY --from=build /app/prisma ./prisma
COPY --from=build /app/scripts ./scripts
COPY --from=build /app/app ./app
COPY --from=build /app/node_modules ./node_modules
USER node
CMD ["node", "scripts/migrate.ts"]

FROM node:24.21.0-bookworm-slim AS app
# When Node clears up memory, and how much of it is kept; scripts/built-app.ts says why.
ENV NODE_ENV=production NODE_OPTIONS="--max-semi-space-size=8 --max-old-space-size=1024"
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072
# Other containers and the host's proxy reach a container only on its own address.
ENV LISTEN_ADDRESS=0.0.0.0
WORKDIR /app
COPY --from=app-modules /app/package.json ./
COPY --from=app-modules /app/prisma/migrations ./prisma/migrations
COPY --from=app-modules /app/build ./build
COPY --from=app-modules /app/node_modules ./node_modules
USER node
EXPOSE 3000
CMD ["node", "build/server/index.js", "web"]
