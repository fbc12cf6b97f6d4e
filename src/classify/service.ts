export const PROVIDERS = ['aws', 'azure', 'gcp'] as const;
export type Provider = (typeof PROVIDERS)[number];

const list = (words: string): readonly string[] => words.split(' ');

/**
 * The hosted database that connlint searches for: MongoDB Atlas. No other module contains its domains, paths or fields.
 * Domains: driver specification, authentication, default allowed hosts (2026-08-13). Paths: API reference (2026-08-21).
 */
export const ATLAS = {
  name: 'MongoDB Atlas',
  /** Direct scheme first, then the one resolved through DNS SRV records (ends with `+srv`). */
  schemes: ['mongodb', 'mongodb+srv'] as readonly [direct: string, srv: string],
  domains: list('mongodb.net mongodbgov.net mongodb-dev.net mongodb-qa.net mongodb-stage.net'),
  /** Addresses of other products of the service: host, or host and path. A leading dot means any subdomain. */
  consoles: list('.mongodb-api.com realm.mongodb.com/api stitch.mongodb.com/api cloud.mongodb.com/api/public'),
  api: {
    /** Domains of the Admin API. */
    hosts: list('mongodb.com mongodbgov.com'),
    /** Base addresses of the API without a path. The first is the default. */
    bases: list('https://cloud.mongodb.com https://cloud.mongodbgov.com'),
    /** Path of all generations of the API, with both slashes. */
    path: '/api/atlas/',
    /** First path segments of the API's own resources, because other products use the same path. */
    resources: list(
      'alertConfigs clusters eventTypes federationSettings groups openapi orgs rateLimits skus unauth users',
    ),
    /** Media type without its date: `<mediaType>.<date>+json`. */
    mediaType: 'application/vnd.atlas',
  },
  metrics: { path: '/prometheus/v1.0' },
  /** API group of the vendor's Kubernetes operator. */
  operatorGroup: 'atlas.mongodb.com',
  access: {
    /** Path below the API's base where a service account requests an access token. */
    tokenPath: '/api/oauth/token',
    /** Environment variables with credentials, named as by the vendor's own tools. */
    variables: {
      accessToken: 'MONGODB_ATLAS_ACCESS_TOKEN',
      clientId: 'MONGODB_ATLAS_CLIENT_ID',
      clientSecret: 'MONGODB_ATLAS_CLIENT_SECRET',
      publicKey: 'MONGODB_ATLAS_PUBLIC_API_KEY',
      privateKey: 'MONGODB_ATLAS_PRIVATE_API_KEY',
    },
  },
  fields: {
    /** Fields of the first record generation that later ones no longer have. */
    removed: list(
      'mongoURI mongoURIUpdated mongoURIWithOptions srvAddress providerBackupEnabled providerSettings replicationSpec ' +
        'replicationFactor numShards autoScaling regionsConfig',
    ),
    /** Removed fields that occur only in records of this service, so that one of them is enough evidence. */
    distinctive: list('mongoURIUpdated mongoURIWithOptions providerBackupEnabled'),
    /** Words that show that a text uses a cluster record of the service. */
    evidence: list(
      'connectionStrings replicationSpecs clusterType electableNodes mongoDBVersion mongoDBMajorVersion providerName ' +
        'instanceSizeName providerInstanceSizeName diskSizeGB pitEnabled backupEnabled stateName REPLICASET GEOSHARDED',
    ),
  },
  /** Labels between token and domain that name the cloud provider. */
  providerLabels: { aws: 'aws', azure: 'azure', gcp: 'gcp' } as Readonly<Record<string, Provider>>,
};

/** The words of the service that are searched for. A config may replace some of them. */
export type ServiceProfile = Readonly<typeof ATLAS>;
