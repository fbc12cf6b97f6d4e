import { join } from 'node:path';
import { ATLAS } from '../core/service.ts';
import { fixtureProjects } from './api-project.ts';
import { startApiServer } from './api-server.ts';

// Runs as `npm run demo:api [port]`, which builds first: an administration API on this machine, for a first try without an
// account. The credentials are made up and good for nothing else.

const ACCOUNTS = {
  accessToken: 'demo-access-token',
  clientId: 'demo-client-id',
  clientSecret: 'demo-client-secret',
  publicKey: 'demokeys',
  privateKey: '00000000-0000-4000-8000-000000000000',
  metricsUser: 'prom_user_demo',
  metricsPassword: 'demo-password',
};
const DEFAULT_PORT = 8790;

const [given] = process.argv.slice(2);
const port = given === undefined ? DEFAULT_PORT : Number(given);
// Built, this file stands two folders deeper than in the sources.
const fixtures = join(import.meta.dirname, '../../../fixtures');
const projects = fixtureProjects(fixtures);
const server = await startApiServer({ projects, accounts: ACCOUNTS, port });
const { publicKey, privateKey } = ATLAS.access.variables;
console.log(
  [
    `A demo of the administration API answers at ${server.base}; Ctrl-C ends it.`,
    '',
    'In another terminal, in the folder demo of this repository:',
    '',
    `export ${publicKey}=${ACCOUNTS.publicKey}`,
    `export ${privateKey}=${ACCOUNTS.privateKey}`,
    `npx connlint inventory pull --base-url ${server.base} --project ${projects[0]?.id ?? ''}`,
    'npx connlint inventory check',
    'npx connlint plan',
    '',
    'Projects:',
    ...projects.map(({ id, name }) => `  ${id}  ${name}`),
  ].join('\n'),
);
