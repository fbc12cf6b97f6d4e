/** The hosted database that is looked for. No other module names its domains, paths or fields. */
export interface ServiceProfile {
  readonly name: string;
  /** Direct scheme first, then the one resolved through DNS SRV records (ends with `+srv`). */
  readonly schemes: readonly [direct: string, srv: string];
  /** Domains below which cluster hosts live. */
  readonly domains: readonly string[];
  /** Addresses of the service's other products, host or host and path; a leading dot stands for any subdomain. */
  readonly consoles: readonly string[];
  readonly api: {
    /** Domains whose hosts answer the administration API. */
    readonly hosts: readonly string[];
    /** Where it is called, without a path; the first one when nothing tells which. */
    readonly bases: readonly string[];
    /** Path below which all generations of the API live, with both slashes. */
    readonly path: string;
    /** Path of its first generation, which also serves other products under other hosts. */
    readonly firstPath: string;
    /** First path segments of the API's own resources; another product may use the same path. */
    readonly resources: readonly string[];
    /** Media type without its date: `<mediaType>.<date>+json`. */
    readonly mediaType: string;
  };
  readonly metrics: { readonly path: string };
  /** API group of the resources of the vendor's Kubernetes operator. */
  readonly operatorGroup: string;
  readonly access: {
    /** Where a service account gets an access token, below the API's base. */
    readonly tokenPath: string;
    /** Environment variables that hold credentials, as the vendor's own tools name them. */
    readonly variables: AccessVariables;
  };
  readonly fields: {
    /** Fields of the first record generation that later ones do not have. */
    readonly removed: readonly string[];
    /** Removed fields that nobody but this service's record has: one of them is evidence enough. */
    readonly distinctive: readonly string[];
    /** Words that show that a text handles the service's cluster record. */
    readonly evidence: readonly string[];
  };
  /** Labels between token and domain that name a cloud provider. */
  readonly providerLabels: Readonly<Record<string, Provider>>;
  /** Host → cluster, for names that stand in front of the service. */
  readonly aliases: Readonly<Record<string, string>>;
}

export interface AccessVariables {
  readonly accessToken: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly publicKey: string;
  readonly privateKey: string;
  readonly metricsUser: string;
  readonly metricsPassword: string;
  /** No credential: the project that is meant. */
  readonly project: string;
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
      metricsUser: 'MONGODB_ATLAS_PROM_USERNAME',
      metricsPassword: 'MONGODB_ATLAS_PROM_PASSWORD',
      project: 'MONGODB_ATLAS_PROJECT_ID',
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
  aliases: {},
};
