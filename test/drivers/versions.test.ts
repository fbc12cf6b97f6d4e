import { describe, expect, it } from 'vitest';
import { driverPackage, supportSince } from '../../src/drivers/drivers.ts';
import type { Ecosystem } from '../../src/drivers/drivers.ts';
import { versionRange } from '../../src/drivers/versions.ts';

function age(ecosystem: Ecosystem, name: string, text: string): string {
  const dialect = ecosystem === 'php' ? 'composer' : ecosystem === 'rust' ? 'cargo' : undefined;
  return supportSince(driverPackage(ecosystem, name)!.since.optimized, versionRange(text, dialect));
}

const CASES: readonly (readonly [Ecosystem, string, string, 'old' | 'fine' | 'unknown'])[] = [
  ['npm', 'mongodb', '3.6.12', 'old'],
  ['npm', 'mongodb', '^3.7.0', 'old'],
  ['npm', 'mongodb', '3.x', 'old'],
  ['npm', 'mongodb', '~4.0.1', 'old'],
  ['npm', 'mongodb', '^4.0.0', 'unknown'],
  ['npm', 'mongodb', '^4.1.0', 'fine'],
  ['npm', 'mongodb', '>=3.6 <4', 'old'],
  ['npm', 'mongodb', '3.1 - 3.7', 'old'],
  ['npm', 'mongodb', '^3.6.0 || ^4.0.0', 'unknown'],
  ['npm', 'mongodb', '^4.2.0 || ^5', 'fine'],
  ['npm', 'mongodb', '*', 'unknown'],
  ['npm', 'mongodb', 'latest', 'unknown'],
  ['npm', 'mongodb', 'github:someone/driver#v3.6.0', 'unknown'],
  ['npm', 'mongoose', '^5.13.0', 'old'],
  ['npm', 'mongoose', '6.0.0', 'fine'],
  ['python', 'pymongo', '==3.11.4', 'old'],
  ['python', 'pymongo', '==3.11.*', 'old'],
  ['python', 'pymongo', '~=3.11.0', 'old'],
  ['python', 'pymongo', '~=3.11', 'unknown'],
  ['python', 'pymongo', '>=3.12', 'fine'],
  ['python', 'pymongo', '>=3.4,<3.12', 'old'],
  ['python', 'pymongo', '>=3.4,!=3.11.0', 'unknown'],
  ['python', 'motor', '^2.5', 'fine'],
  ['python', 'motor', '~2.4', 'old'],
  ['go', 'go.mongodb.org/mongo-driver', '1.5.4', 'old'],
  ['go', 'go.mongodb.org/mongo-driver', '1.6.0', 'fine'],
  ['jvm', 'org.mongodb:mongodb-driver-sync', '4.2.3', 'old'],
  ['jvm', 'org.mongodb:mongodb-driver-sync', '[4.2,4.3)', 'old'],
  ['jvm', 'org.mongodb:mongodb-driver-sync', '[4.2,)', 'unknown'],
  ['jvm', 'org.mongodb:mongodb-driver-sync', '4.3.+', 'fine'],
  ['jvm', 'org.mongodb:mongodb-driver-kotlin-coroutine', '4.9.1', 'old'],
  ['jvm', 'org.mongodb:mongo-java-driver', '3.12.14', 'old'],
  ['php', 'mongodb/mongodb', '~1.8', 'unknown'],
  ['php', 'mongodb/mongodb', '~1.8.0', 'old'],
  ['php', 'ext-mongodb', '^1.11', 'fine'],
  ['ruby', 'mongo', '~> 2.14.0', 'old'],
  ['ruby', 'mongo', '~> 2.14', 'unknown'],
  ['rust', 'mongodb', '1.2', 'old'],
  ['rust', 'mongodb', '2.1', 'fine'],
  ['rust', 'mongodb', '=2.0.2', 'old'],
  ['dotnet', 'MongoDB.Driver', '2.12.5', 'old'],
  ['dotnet', 'MongoDB.Driver', '2.13.0-beta1', 'fine'],
];

describe('the age of a driver by what a manifest lets in', () => {
  it.each(CASES)('%s %s %s: %s', (ecosystem, name, text, expected) => {
    expect(age(ecosystem, name, text)).toBe(expected);
  });

  it('does not mistake other packages for drivers', () => {
    expect(driverPackage('npm', 'mongodb-memory-server')).toBeUndefined();
    expect(driverPackage('python', 'pymongo-inmemory')).toBeUndefined();
    expect(driverPackage('ruby', 'mongodb')).toBeUndefined();
  });

  it('reads no version out of a hostile text', () => {
    const long = '1.'.repeat(90);
    expect(() => versionRange(long)).not.toThrow();
    expect(() => versionRange(`${'['.repeat(150)}1`)).not.toThrow();
    expect(() => versionRange('1 '.repeat(90_000))).not.toThrow();
  });
});
