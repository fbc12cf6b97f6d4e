import { describe, expect, it } from 'vitest';
import { SEVERITIES } from '../../src/config/severity.ts';
import type { Severity } from '../../src/config/severity.ts';
import { fileRole } from '../../src/lint/file-role.ts';
import { lintText } from '../support/lint-text.ts';

const NODES = ['00', '01', '02'].map((node) => `quay-shard-00-${node}.k2j4h.mongodb.net:27017`).join(',');
const SRV = 'quay.k2j4h.mongodb.net';

/** Strings that a program cannot use as they are, and those that sooner or later fail it. */
const FAULTS: readonly (readonly [rule: string, severity: Severity, uri: string])[] = [
  ['uri-refused', 'error', `mongodb+SRV://${SRV}/books`],
  ['userinfo-unescaped', 'error', `mongodb+srv://reader:P@ssword7k@${SRV}/books`],
  ['scheme-host-mismatch', 'error', 'mongodb+srv://quay-shard-00-00.k2j4h.mongodb.net/books'],
  ['scheme-host-mismatch', 'error', `mongodb://${SRV}/books?tls=true&authSource=admin`],
  ['uri-refused', 'error', `mongodb+srv://${SRV}:27017/books`],
  ['uri-refused', 'error', `mongodb+srv://${SRV},till.k2j4h.mongodb.net/books`],
  ['uri-refused', 'error', `mongodb+srv://${SRV}/books?loadBalanced=true&replicaSet=rs`],
  ['uri-refused', 'error', `mongodb+srv://${SRV}/books?directConnection=true`],
  ['uri-refused', 'error', `mongodb://${NODES}/books?tls=true&directConnection=true`],
  ['uri-refused', 'error', `mongodb+srv://${SRV}/books?tls=true&ssl=false`],
  ['tls-weakened', 'error', `mongodb+srv://${SRV}/books?tls=false`],
  ['uri-refused', 'error', `mongodb+srv://${SRV}/my%20books`],
  ['uri-refused', 'error', `mongodb://${NODES.replace('27017', '99999')}/books?tls=true&authSource=admin`],
  ['tls-weakened', 'warning', `mongodb+srv://${SRV}/books?tlsAllowInvalidCertificates=true`],
  ['option', 'warning', `mongodb+srv://${SRV}/books?bufferCommands=false`],
  ['option', 'warning', `mongodb+srv://${SRV}/books?retryWrites=maybe`],
  ['option', 'warning', `mongodb+srv://${SRV}/books?w=1&w=2`],
  ['credentials-in-text', 'warning', `mongodb+srv://reader:R4k7tz0Vq@${SRV}/books`],
  ['legacy-host', 'warning', 'mongodb+srv://quay-k2j4h.mongodb.net/books'],
  ['authsource-trap', 'warning', `mongodb://reader@${NODES}/books?tls=true`],
  ['direct-list', 'warning', 'mongodb://quay-shard-00-00.k2j4h.mongodb.net:27017/books?tls=true'],
  [
    'direct-list',
    'warning',
    'mongodb://pl-0-us-east-1.k2j4h.mongodb.net:1024,pl-0-us-east-1.k2j4h.mongodb.net:1025,pl-0-us-east-1.k2j4h.mongodb.net:1026/?tls=true',
  ],
  ['scheme-host-mismatch', 'info', 'mongodb+srv://pl-0-eastus2.k2j4h.mongodb.net/books'],
];

const MANIFEST = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: books }\ndata:\n  MONGODB_URI: "%"\n';
const STACK = 'terraform {\n  backend "s3" {}\n}\nlocals {\n  uri = "%"\n}\n';

/** Files of products, configs and infrastructure, some of them in folders that are called otherwise. */
const PLACES: readonly (readonly [path: string, text: string])[] = [
  ['src/db.js', 'export const uri = "%";\n'],
  ['services/books/db.ts', "const client = new MongoClient('%');\n"],
  ['app/settings.py', 'MONGODB_URI = "%"\n'],
  ['cmd/books/main.go', 'const uri = "%"\n'],
  ['src/main/java/Db.java', 'class Db { static final String URI = "%"; }\n'],
  ['src/Db.cs', 'class Db { const string Uri = "%"; }\n'],
  ['bin/backup.sh', 'mongodump --uri="%" --gzip\n'],
  ['notebooks/books.ipynb', '{ "cells": [{ "cell_type": "code", "source": ["c = MongoClient(\\"%\\")\\n"] }] }\n'],
  ['.env', 'MONGODB_URI=%\n'],
  ['deploy/.env.production', 'MONGODB_URI="%"\n'],
  ['docs/demo/docker-compose.yml', 'services:\n  books:\n    environment:\n      MONGODB_URI: "%"\n'],
  ['examples/k8s/config.yaml', MANIFEST],
  ['test/chart/values.yaml', MANIFEST],
  ['.github/workflows/books.yml', 'env:\n  MONGODB_URI: "%"\n'],
  ['src/main/resources/application.properties', 'spring.data.mongodb.uri=%\n'],
  ['src/templates.js', 'write("PORT=1\\nMONGODB_URI=%\\nHOST=a\\n");\n'],
  ['appsettings.Production.json', '{ "Mongo": { "Uri": "%" } }\n'],
  ['infra/prod/main.tf', STACK],
  ['examples/stack/main.tf', STACK],
  ['infra/prod.tfvars', 'mongodb_uri = "%"\n'],
  ['Pulumi.prod.yaml', 'config:\n  books:uri: "%"\n'],
];

const level = (severity: Severity): number => SEVERITIES.indexOf(severity);

describe('a fault in a file that is deployed', () => {
  it.each(PLACES)('is reported at its severity in %s', (path, text) => {
    expect(['product', 'config', 'infrastructure']).toContain(fileRole(path, text));
    const quieter = FAULTS.filter(([rule, severity, uri]) => {
      const found = lintText(path, text.replace('%', uri)).find((one) => one.rule === rule);
      return found === undefined || level(found.severity) > level(severity);
    });
    expect(quieter.map(([rule, , uri]) => `${rule} ${uri}`)).toEqual([]);
  });

  it('is reported once', () => {
    const more = FAULTS.flatMap(([rule, , uri]) => {
      const rules = lintText('.env', `MONGODB_URI=${uri}\n`).map((one) => one.rule);
      return rules.length > 1 && rules[0] === rule ? [`${rules.join(' ')} ${uri}`] : [];
    });
    expect(more).toEqual([]);
  });
});

describe('the same in a document, an example or a test', () => {
  it.each([
    ['README.md', 'Set `%`.\n', 'warning'],
    ['examples/books/db.js', 'const uri = "%";\n', 'warning'],
    ['.env.example', 'MONGODB_URI=%\n', 'warning'],
    ['test/db.test.js', 'const uri = "%";\n', 'info'],
    ['src/db_test.go', 'const uri = "%"\n', 'info'],
  ] as const)('is at most as loud as its role in %s', (path, text, most) => {
    const louder = FAULTS.filter(([rule, , uri]) =>
      lintText(path, text.replace('%', uri)).some(
        (one) => one.rule === rule && rule !== 'credentials-in-text' && level(one.severity) < level(most),
      ),
    );
    expect(louder.map(([rule]) => rule)).toEqual([]);
  });
});
