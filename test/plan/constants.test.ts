import { expect, it } from 'vitest';
import { connlint, withFiles } from '../support/cli.ts';

const CONFIG = JSON.stringify({
  projects: [{ name: 'shop', clusters: { orders: { provider: 'AWS' } } }],
  plan: [{ change: 'shard', cluster: 'orders' }],
});
const READ =
  'from motor.motor_asyncio import AsyncIOMotorClient\nfrom app import settings\nclient = AsyncIOMotorClient(settings.DB_URL)\n';
const VALUE = 'DB_URL = "mongodb+srv://orders.ab1cd.mongodb.net/x"\n';

it.each([
  ['in the module', 'app/settings.py', 'ready'],
  ['in a module of another name', 'app/other.py', 'undecided'],
  ['in another program', 'jobs/settings.py', 'undecided'],
])('the value of a constant of another module is known %s', (_, path, verdict) => {
  withFiles({ 'connlint.config.json': CONFIG, 'app/core/connection.py': READ, [path]: VALUE }, (cwd) => {
    const { stdout } = connlint(['plan', '--format', 'json'], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ changes: [{ verdict }] });
  });
});
