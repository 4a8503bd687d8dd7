# A server of interviews. The model is not in the image: put its folder at /model.
FROM python:3.11-slim

# Somebody who may do nothing else.
RUN useradd --create-home e3
WORKDIR /home/e3

COPY pyproject.toml README.md LICENSE NOTICE ./
COPY src src
# torch only if the model needs it: --build-arg EXTRAS=serve,postgres,train
ARG EXTRAS=serve,postgres
RUN pip install --no-cache-dir ".[${EXTRAS}]"

USER e3
EXPOSE 8000
HEALTHCHECK CMD python -c "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/health')"
ENTRYPOINT ["e3", "serve", "--host", "0.0.0.0", "--model", "/model"]
