# SPDX-License-Identifier: MIT
# docker build -t graze . && docker run --rm -v "$PWD:/data" graze check --radius 0.5 plan.csv
FROM debian:12-slim AS build
WORKDIR /graze
COPY . .
RUN scripts/setup && GRAZE_BUILD=/build scripts/build --prefix=/usr --disable-static \
    && make -C /build install-strip DESTDIR=/out
FROM debian:12-slim
RUN apt-get update && apt-get install --yes --no-install-recommends libcairo2 libcsv3 libexpat1 \
    libgmp10 libjansson4 libnettle8 libsqlite3-0 libyaml-0-2 && rm -rf /var/lib/apt/lists/*
COPY --from=build /out /
WORKDIR /data
ENTRYPOINT ["graze"]
