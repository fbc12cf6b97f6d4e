import type { FoundString } from '../classify/found-string.ts';
import { NO_FACTS } from '../facts/facts.ts';
import type { Facts } from '../facts/facts.ts';
import { mayBeOf, projectOfHost, projectsOf } from '../facts/query.ts';
import type { AskedHost } from '../facts/query.ts';
import type { RuleContext } from './rule.ts';

/**
 * The context of a rule for one string: only facts and planned changes of the string's own project, so that a fact of
 * one project does not decide for another. A string of an unknown project has no facts. The plan of a single project
 * still applies to it, because a missing fact must not count as agreement.
 */
export function contextOf(string: FoundString, context: RuleContext): RuleContext {
  if (context.facts.clusters.length === 0 && context.facts.projects.length === 0) return context;
  const hosts = string.hosts.filter(({ class: { domain } }) => domain !== null).map(askedHost);
  const facts = factsOf(hosts, context.facts);
  if (facts === context.facts) return context;
  if (context.facts.projects.length === 0) return { ...context, facts };
  const plan = context.plan.filter((change) =>
    projectsOf(context.facts, change).some((one) => mayConcern(one, facts, hosts)),
  );
  return { ...context, facts, plan };
}

function askedHost({ host, port, class: { cluster, token } }: FoundString['hosts'][number]): AskedHost {
  return { host, cluster, token, port };
}

/** The facts of the only project that the hosts belong to. Without an Atlas host it is unknown. */
function factsOf(hosts: readonly AskedHost[], facts: Facts): Facts {
  const projects = new Set(hosts.map((host) => projectOfHost(facts, host)));
  const [first] = projects;
  if (projects.size === 0) return facts;
  return projects.size === 1 && first ? first : NO_FACTS;
}

/**
 * Whether a change of this project may concern the string. A string of an unknown project may belong to any project
 * without a known token.
 */
function mayConcern(project: Facts, own: Facts, hosts: readonly AskedHost[]): boolean {
  return own === NO_FACTS ? hosts.some((host) => mayBeOf(project, host)) : own === project;
}
