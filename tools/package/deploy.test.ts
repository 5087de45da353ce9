import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as api from '@tendril/contract/api/server-status';
import { settings } from '@tendril/server/platform/config';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { runtimePackage } from '../launch/runtime-package.mjs';
import { repositoryRoot } from '../repository-root.ts';

const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8');
const variables = new Set(Object.values(settings).map(({ variable }) => variable));
/** What Node, the launcher or systemd read. */
const others = new Set(['NODE_ENV', 'NODE_OPTIONS']);
const unknown = (names: Iterable<string>) =>
  [...names].filter((name) => !variables.has(name) && !others.has(name));
const healthPaths: string[] = [api.healthLive.path, api.healthReady.path];

describe('the image', () => {
  const lines = read('deploy/Dockerfile')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const of = (word: string) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));

  it('is built on the Node that the launcher brings', () => {
    const { version } = runtimePackage('linux', 'x64')!;
    expect(of('ARG')).toEqual([`NODE_IMAGE=node:${version}-slim`]);
  });

  it('copies only what is there and not ignored', () => {
    const ignored = read('.dockerignore').split('\n').filter(Boolean);
    const sources = of('COPY')
      .filter((line) => !line.startsWith('--from'))
      .flatMap((line) => line.split(' ').slice(0, -1));
    expect(sources.filter((path) => !existsSync(join(repositoryRoot, path)))).toEqual([]);
    expect(sources.filter((path) => ignored.some((name) => path.startsWith(name)))).toEqual([]);
    const copied = of('COPY').filter((line) => line.startsWith('--from'));
    for (const line of copied) {
      const [, , source = ''] = line.split(' ');
      const path = source.replace('/app/', '');
      expect(path === 'node_modules' || existsSync(join(repositoryRoot, path)), source).toBe(true);
    }
  });

  it('installs with the manifest of every package', () => {
    for (const name of readdirSync(join(repositoryRoot, 'packages')))
      expect(of('COPY')).toContain(`packages/${name}/package.json packages/${name}/`);
  });

  it('runs as nobody in particular, with a look at its health', () => {
    expect(of('USER')).toEqual(['10001:10001']);
    expect(of('HEALTHCHECK')[0]).toContain('"health"');
    expect(
      unknown(
        of('ENV')[0]!
          .split(' ')
          .map((pair) => pair.split('=')[0]!),
      ),
    ).toEqual([]);
  });

  it('runs only commands that the repository has', () => {
    const scripts = [...lines.join('\n').matchAll(/node",? "?([\w/.-]+\.(?:mjs|ts))|node ([\w/.-]+\.ts)/g)];
    expect(scripts.length).toBeGreaterThan(2);
    for (const [, first, second] of scripts)
      expect(existsSync(join(repositoryRoot, first ?? second!)), first ?? second).toBe(true);
  });
});

interface Service {
  image?: string;
  environment?: Record<string, string>;
  profiles?: string[];
  ports?: string[];
  depends_on?: object | string[];
  volumes?: string[];
}

describe('the Compose file', () => {
  const file = parse(read('deploy/compose.yaml'), { merge: true }) as {
    services: Record<string, Service>;
    volumes: Record<string, unknown>;
  };
  const ours = ['tendril', 'web', 'work', 'media'].map((name) => file.services[name]!);

  it('gives the servers only settings that there are', () => {
    for (const { environment = {} } of ours) expect(unknown(Object.keys(environment))).toEqual([]);
  });

  it('names no image of no version, and keeps what is to be kept', () => {
    for (const [name, { image = '' }] of Object.entries(file.services))
      if (!image.startsWith('${')) expect(image, name).toMatch(/:\d[\w.-]*$/);
    for (const service of Object.values(file.services))
      for (const volume of service.volumes ?? []) {
        const [source = ''] = volume.split(':');
        const isThere = source.startsWith('.')
          ? existsSync(join(repositoryRoot, 'deploy', source))
          : Object.hasOwn(file.volumes, source);
        expect(isThere, volume).toBe(true);
      }
  });

  it('starts one server alone, or several behind a proxy', () => {
    expect(file.services['tendril']!.profiles).toEqual(['small']);
    for (const name of ['web', 'work', 'media', 'proxy', 'postgres', 'valkey'])
      expect(file.services[name]!.profiles).toEqual(['grow']);
    for (const { depends_on: needed = {} } of Object.values(file.services))
      for (const name of Array.isArray(needed) ? needed : Object.keys(needed))
        expect(file.services[name as string]).toBeDefined();
  });
});

describe('the Helm chart', () => {
  const values = parse(read('deploy/helm/tendril/values.yaml')) as {
    settings: Record<string, string>;
  };
  const template = read('deploy/helm/tendril/templates/servers.yaml');

  it('has values of its schema, and settings that there are', () => {
    const schema = JSON.parse(read('deploy/helm/tendril/values.schema.json')) as {
      properties: object;
      required: string[];
    };
    for (const name of Object.keys(values)) expect(Object.keys(schema.properties)).toContain(name);
    for (const name of schema.required) expect(Object.keys(values)).toContain(name);
    expect(unknown(Object.keys(values.settings))).toEqual([]);
  });

  it('reads only values that there are, and closes what it opens', () => {
    for (const [, path] of template.matchAll(/\$?\.Values\.([\w.]+)/g)) {
      const found = path!
        .split('.')
        .reduce<unknown>((at, name) => (at as Record<string, unknown>)?.[name], values);
      expect(found, path).toBeDefined();
    }
    const opened = template.match(/\{\{-? (if|range|with) /g) ?? [];
    expect(template.match(/\{\{-? end -?\}\}/g)).toHaveLength(opened.length);
  });

  it('is YAML of the objects that a cluster knows, and asks for addresses that are served', () => {
    const plain = template
      .replaceAll(/^\s*\{\{-? ?(if|range|end|with|\$\w+ :=|else)[^\n]*\}\}\s*$/gm, '')
      .replaceAll(/^\s*\{\{-[^\n]*toYaml[^\n]*\}\}\s*$/gm, '            {}')
      .replaceAll(/"?\{\{[^}]*\}\}(?::\{\{[^}]*\}\})?"?/g, 'x');
    const documents = parseAllDocuments(plain).filter((document) => document.contents);
    expect(documents.flatMap((document) => document.errors)).toEqual([]);
    const kinds = documents.map((document) => (document.toJS() as { kind: string }).kind);
    expect(kinds).toEqual([
      'Deployment',
      'PodDisruptionBudget',
      'Service',
      'HorizontalPodAutoscaler',
      'Ingress',
      'NetworkPolicy',
    ]);
    for (const [, path] of template.matchAll(/httpGet: \{path: ([^,]+)/g))
      expect(healthPaths).toContain(path);
  });
});

describe('the systemd units', () => {
  it.each(['tendril.service', 'tendril@.service', 'tendril-media@.service'])(
    '%s sets only settings that there are',
    (name) => {
      const unit = read(`deploy/systemd/${name}`);
      const set = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line]) =>
        line!.split(' ').map((pair) => pair.split('=')[0]!),
      );
      expect(set.length).toBeGreaterThan(0);
      expect(unknown(set)).toEqual([]);
      const grace = Number(settings.shutdownGraceMs.fallback) / 1000;
      expect(Number(/TimeoutStopSec=(\d+)/.exec(unit)?.[1])).toBeGreaterThan(grace);
    },
  );
});

describe('what stops a server', () => {
  const units = ['tendril.service', 'tendril@.service', 'tendril-media@.service'];
  const compose = parse(read('deploy/compose.yaml'), { merge: true }) as {
    services: Record<string, { stop_grace_period?: string; environment?: Record<string, string> }>;
  };
  const chart = parse(read('deploy/helm/tendril/values.yaml')) as {
    terminationGracePeriodSeconds: number;
    settings: Record<string, string>;
  };
  const servers = ['tendril', 'web', 'work', 'media'].map((name) => compose.services[name]!);
  const places: [string, number, Record<string, string>][] = [
    ...units.map((name): [string, number, Record<string, string>] => {
      const unit = read(`deploy/systemd/${name}`);
      return [name, Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]), {}];
    }),
    ...servers.map((service, index): [string, number, Record<string, string>] => [
      `server ${index} of Compose`,
      Number(/^(\d+)s$/.exec(service.stop_grace_period ?? '')?.[1]),
      service.environment ?? {},
    ]),
    ['the chart', chart.terminationGracePeriodSeconds, chart.settings],
  ];

  it.each(places)(
    'waits in %s until answers, calls and what is passed on have ended',
    (_name, seconds, given) => {
      const ms = (key: 'drainNoticeMs' | 'shutdownGraceMs' | 'handoverMs' | 'callDrainMs') => {
        const { variable, fallback } = settings[key];
        return Number(given[variable] ?? fallback);
      };
      const working = Math.max(ms('shutdownGraceMs'), ms('callDrainMs'));
      expect(seconds * 1000).toBeGreaterThan(ms('drainNoticeMs') + working + ms('handoverMs'));
    },
  );
});
