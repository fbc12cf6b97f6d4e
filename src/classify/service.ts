/** The hosted database that connlint searches for. No other module contains its domains, paths or fields. */
export interface ServiceProfile {
  readonly name: string;
  /** Direct scheme first, then the one resolved through DNS SRV records (ends with `+srv`). */
  readonly schemes: readonly [direct: string, srv: string];
  /** Domains of cluster hosts. */
  readonly domains: readonly string[];
  /** Addresses of other products of the service: host, or host and path. A leading dot means any subdomain. */
  readonly consoles: readonly string[];
  readonly api: {
    /** Domains of the Admin API. */
    readonly hosts: readonly string[];
    /** Base addresses of the API without a path. The first is the default. */
    readonly bases: readonly string[];
    /** Path of all generations of the API, with both slashes. */
    readonly path: string;
    /** Path of the first generation, which other products use on other hosts. */
    readonly firstPath: string;
    /** First path segments of the API's own resources, because other products use the same path. */
    readonly resources: readonly string[];
    /** Media type without its date: `<mediaType>.<date>+json`. */
    readonly mediaType: string;
  };
  readonly metrics: { readonly path: string };
  /** API group of the vendor's Kubernetes operator. */
  readonly operatorGroup: string;
  readonly access: {
    /** Path below the API's base where a service account requests an access token. */
    readonly tokenPath: string;
    /** Environment variables with credentials, named as by the vendor's own tools. */
    readonly variables: Readonly<
      Record<'accessToken' | 'clientId' | 'clientSecret' | 'publicKey' | 'privateKey', string>
    >;
  };
  readonly fields: {
    /** Fields of the first record generation that later ones no longer have. */
    readonly removed: readonly string[];
    /** Removed fields that occur only in records of this service, so that one of them is enough evidence. */
    readonly distinctive: readonly string[];
    /** Words that show that a text uses a cluster record of the service. */
    readonly evidence: readonly string[];
  };
  /** Labels between token and domain that name the cloud provider. */
  readonly providerLabels: Readonly<Record<string, Provider>>;
}

export const PROVIDERS = ['aws', 'azure', 'gcp'] as const;
export type Provider = (typeof PROVIDERS)[number];

/**
 * MongoDB Atlas. Domains: driver specification, authentication, default allowed hosts (2026-08-13). API and metrics
 * paths: the vendor's API reference (2026-08-21).
 */
export const ATLAS: ServiceProfile = {
  name: 'MongoDB Atlas',
  schemes: ['mongodb', 'mongodb+srv'],
  domains: ['mongodb.net', 'mongodbgov.net', 'mongodb-dev.net', 'mongodb-qa.net', 'mongodb-stage.net'],
  consoles: ['.mongodb-api.com', 'realm.mongodb.com/api', 'stitch.mongodb.com/api', 'cloud.mongodb.com/api/public'],
  api: {
    hosts: ['mongodb.com', 'mongodbgov.com'],
    bases: ['https://cloud.mongodb.com', 'https://cloud.mongodbgov.com'],
    path: '/api/atlas/',
    firstPath: '/api/public/',
    resources: [
      'alertConfigs',
      'clusters',
      'eventTypes',
      'federationSettings',
      'groups',
      'openapi',
      'orgs',
      'rateLimits',
      'skus',
      'unauth',
      'users',
    ],
    mediaType: 'application/vnd.atlas',
  },
  metrics: { path: '/prometheus/v1.0' },
  operatorGroup: 'atlas.mongodb.com',
  access: {
    tokenPath: '/api/oauth/token',
    variables: {
      accessToken: 'MONGODB_ATLAS_ACCESS_TOKEN',
      clientId: 'MONGODB_ATLAS_CLIENT_ID',
      clientSecret: 'MONGODB_ATLAS_CLIENT_SECRET',
      publicKey: 'MONGODB_ATLAS_PUBLIC_API_KEY',
      privateKey: 'MONGODB_ATLAS_PRIVATE_API_KEY',
    },
  },
  fields: {
    removed: [
      'mongoURI',
      'mongoURIUpdated',
      'mongoURIWithOptions',
      'srvAddress',
      'providerBackupEnabled',
      'providerSettings',
      'replicationSpec',
      'replicationFactor',
      'numShards',
      'autoScaling',
      'regionsConfig',
    ],
    distinctive: ['mongoURIUpdated', 'mongoURIWithOptions', 'providerBackupEnabled'],
    evidence: [
      'connectionStrings',
      'replicationSpecs',
      'clusterType',
      'electableNodes',
      'mongoDBVersion',
      'mongoDBMajorVersion',
      'providerName',
      'instanceSizeName',
      'providerInstanceSizeName',
      'diskSizeGB',
      'pitEnabled',
      'backupEnabled',
      'stateName',
      'REPLICASET',
      'GEOSHARDED',
    ],
  },
  providerLabels: { aws: 'aws', azure: 'azure', gcp: 'gcp' },
};
