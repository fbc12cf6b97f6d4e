/** Words for a connection string, which occur beside the product's name. */
const STRING_WORD = /ur[il]s?|conn|dsn|srv|cnx/i;

/** Words for parts of a string, for other addresses, and for other settings. */
const OTHER_WORD =
  /user|pass|pwd|securit|database_?name|db_?name|port|timeout|version|image|tls|cert|_ca\b|replica|public|log|path|pool|webhook|express|retr|max|min|ttl|enabled|docs?_|api_?ur|callback|count|interval|prefix|suffix|regex|pattern|valid|error|exception|schema|parser|format|type|class|factory|builder|options|settings|details|manager|state|status|event|listen|collection|plugin|module|download|home_?page|release|atlas_(?:api|base)|oauth|oidc|issuer|redirect|charts|freq|seconds|_sec\b|_ms\b|poll|limit|disconnect|conn(?:ection)?_?(?:name|id)|(?:use|is)_?srv|key$/i;

/**
 * Whether a variable, setting or key of this name contains a connection string: `MONGODB_URI`, `mongoUrl`,
 * `MONGO_CONNECTION_STRING`.
 */
export function isStringName(name: string): boolean {
  return name.length <= 80 && /mongo/i.test(name) && STRING_WORD.test(name) && !OTHER_WORD.test(name);
}

/** Whether it contains a host: `MONGODB_HOST`. Deployments take it from a secret next to the password. */
export function isHostName(name: string): boolean {
  return name.length <= 80 && /mongo/i.test(name) && /host|server|cluster/i.test(name) && !OTHER_WORD.test(name);
}

/** Whether a secret, parameter or path of this name contains one: `prod/orders/mongodb`, `mongo-uri`. */
export function isSecretName(name: string): boolean {
  return (
    name.length <= 200 && /mongo/i.test(name) && !/user|pass|pwd|tls|cert|-ca\b|keyfile|key-file|admin-?key/i.test(name)
  );
}
