import { builtNodeHosts } from '../src/rule-helpers/built-hosts.ts';
import { defineRule } from '../src/lint/rule.ts';

export default defineRule({
  id: 'derived-node-hosts',
  since: '0.1.0',
  scope: 'file',
  basis: 'code',
  trigger: { anchors: ['-shard-'] },
  severity: 'warning',
  confidence: 'medium',
  needs: [],
  docs: {
    what: 'Code that builds node hostnames (`…-shard-00-00.…`) from the name of a cluster or an SRV string.',
    why: 'The cluster name does not show the number of nodes, their names or their ports. Nodes of newer clusters are named by an id, and every change of shards, regions or tier changes the list. The client then misses nodes, or reaches none.',
    todo: 'Use the SRV string, look the hosts up in DNS (`_mongodb._tcp.<host>`), or read `connectionStrings.standard` of the cluster record.',
    sources: ['MongoDB Atlas Administration API, cluster record (2026-08)', 'MongoDB documentation, DNS seed list'],
  },
  messages: {
    derived: 'Node hostnames are built from the cluster name. They differ between clusters and change over time.',
  },
  examples: {
    invalid: [
      {
        title: 'a template in TypeScript',
        files: {
          'hosts.ts':
            'export const hosts = (name: string, base: string) =>\n  [0, 1, 2].map((i) => `⟦${name}-shard-00-0${i}⟧.${base}:27017`);\n',
        },
      },
      {
        title: 'an SRV name that is split',
        files: {
          'seeds.py':
            'cluster, domain = srv.split("://")[1].split(".", 1)\nseeds = [f"⟦{cluster}-shard-00-0{i}⟧.{domain}:27017" for i in range(3)]\n',
        },
      },
      {
        title: 'a list in a shell script',
        files: {
          'uri.sh':
            'URI="mongodb://⟦${NAME}-shard-00-00.${BASE}:27017,${NAME}-shard-00-01.${BASE}:27017,${NAME}-shard-00-02⟧.${BASE}:27017/"\n',
        },
      },
      {
        title: 'concatenation in Java',
        files: { 'Hosts.java': 'String host = cluster + "⟦-shard-00-0" + i + "⟧." + base + ":27017";\n' },
      },
      {
        title: 'a format in Go',
        files: { 'hosts.go': 'h := fmt.Sprintf("⟦%s-shard-00-%02d⟧.%s:27017", c, i, base)\n' },
      },
      {
        title: 'Terraform',
        files: {
          'main.tf': 'locals {\n  hosts = [for i in range(3) : "⟦${var.name}-shard-00-0${i}⟧.${var.base}"]\n}\n',
        },
      },
      {
        title: 'inserted by a replacement',
        files: { 'host.rb': "first = host.sub('.', '⟦-shard-00-00⟧.')\n" },
      },
      {
        title: 'only the number of the node is filled in',
        files: {
          'n.js': 'for (const i of [0, 1, 2]) hosts.push(`orders⟦-shard-00-0${i}⟧.ab123.mongodb.net:27017`);\n',
        },
      },
    ],
    valid: [
      {
        title: 'hosts from DNS',
        files: { 'a.ts': "const found = await dns.resolveSrv('_mongodb._tcp.orders.ab123.mongodb.net');\n" },
      },
      {
        title: 'hosts from the record',
        files: { 'a.py': 'hosts = record["connectionStrings"]["standard"].split(",")\n' },
      },
      {
        title: 'a name with a known shape',
        files: {
          'a.ts':
            "const isNode = /^[a-z]{5}-shard-00-0\\d\\./.test(host) || host.includes('-shard-00-00.');\nconst name = host.split('-shard-00-00')[0].replace('-shard-00-01', '');\n",
        },
      },
      {
        title: 'literal names',
        files: { 'a.env': 'URI=mongodb://orders-shard-00-00.ab123.mongodb.net:27017/?tls=true\n' },
      },
      { title: 'a placeholder of documentation', files: { 'a.sh': '# ${NAME}-shard-00-00.${BASE}\n' } },
      { title: 'the name of a replica set', files: { 'a.ts': 'const set = `atlas-${id}-shard-0`;\n' } },
      {
        title: 'other software that counts shards',
        files: { 'a.go': 'k := fmt.Sprintf("%s-shard-%d-%d", table, a, b)\n' },
      },
    ],
  },
  check({ source }, { profile }) {
    const isOurs = (): boolean => [...profile.domains, profile.schemes[0]].some((word) => source.text.includes(word));
    return builtNodeHosts(source, isOurs).map((at) => ({ message: 'derived', at }));
  },
});
