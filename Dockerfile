# A server of interviews, with the model that comes with E3.
# Interviews are at /home/e3/.config/e3 unless --store says otherwise: put a volume there.
# By its version: a digest would be surer, but is only known where the registry can be asked.
FROM python:3.11.13-slim-bookworm

# Somebody who may do nothing else.
RUN useradd --create-home e3
WORKDIR /home/e3

COPY pyproject.toml README.md LICENSE NOTICE ./
COPY src src
# torch only for a model that needs it: --build-arg EXTRAS=serve,postgres,train
ARG EXTRAS=serve,postgres
RUN pip install --no-cache-dir ".[${EXTRAS}]"

USER e3
# Made by its owner: a volume that is put there first belongs to it too.
RUN mkdir -p .config/e3
EXPOSE 8000
HEALTHCHECK CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/health')"]
ENTRYPOINT ["e3", "serve", "--host", "0.0.0.0"]
