import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as api from '@tendril/contract/api/server-status';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { repositoryRoot } from '../repository-root.ts';
import { renderChart } from './render-chart.ts';

const read = (path: string) => readFileSync(join(repositoryRoot, 'deploy/helm/tendril', path), 'utf8');
const template = read('templates/servers.yaml');
const chart = parse(read('Chart.yaml')) as { appVersion: string };
const defaults = () => parse(read('values.yaml')) as Values;

interface Values {
  [name: string]: unknown;
  image: { repository: string; tag: string; pullPolicy: string };
  settings: Record<string, string>;
  web: { replicas: number; maxReplicas?: number; resources?: object };
  work: { replicas: number; resources?: object };
  media: { replicas: number; resources?: object };
  ingress: { enabled: boolean; className: string; host: string; tlsSecret: string };
  networkPolicy: { enabled: boolean };
  files: { existingClaim: string };
}

interface Probe {
  httpGet: { path: string; port: string };
}
interface Container {
  image: string;
  env: { name: string; value: string }[];
  envFrom: { secretRef: { name: string } }[];
  ports: { name: string; containerPort: number }[];
  resources: object;
  startupProbe: Probe;
  livenessProbe: Probe;
  readinessProbe: Probe;
  volumeMounts: { name: string }[];
}
interface ClusterObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string> };
  spec: {
    replicas?: number;
    selector?: { matchLabels?: Record<string, string> } & Record<string, unknown>;
    template?: {
      metadata: { labels: Record<string, string> };
      spec: {
        terminationGracePeriodSeconds: number;
        containers: Container[];
        volumes: { name: string; emptyDir?: object; persistentVolumeClaim?: { claimName: string } }[];
      };
    };
    [name: string]: unknown;
  };
}

function render(change: (values: Values) => void = () => {}): ClusterObject[] {
  const values = defaults();
  values.settings['S3_BUCKET'] = 'files';
  change(values);
  const text = renderChart(template, {
    Values: values,
    Release: { Name: 'acme' },
    Chart: { AppVersion: chart.appVersion },
  });
  const documents = parseAllDocuments(text).filter((document) => document.contents);
  expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
  return documents.map((document) => document.toJS() as ClusterObject);
}

const find = (objects: readonly ClusterObject[], kind: string, name: string) =>
  objects.find((one) => one.kind === kind && one.metadata.name === name);
const podOf = (objects: readonly ClusterObject[], name: string) =>
  find(objects, 'Deployment', name)!.spec.template!;
const matches = (selector: Record<string, string>, labels: Record<string, string>) =>
  Object.entries(selector).every(([name, value]) => labels[name] === value);

describe('the Helm chart, rendered', () => {
  it('has servers of every role with all that belongs to them, each object once', () => {
    const names = render().map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(names).toEqual([
      'Deployment acme-web',
      'PodDisruptionBudget acme-web',
      'Deployment acme-work',
      'PodDisruptionBudget acme-work',
      'Deployment acme-media',
      'PodDisruptionBudget acme-media',
      'Service acme',
      'HorizontalPodAutoscaler acme-web',
      'NetworkPolicy acme',
    ]);
  });

  it.each(['web', 'work', 'media'])(
    'gives the servers of the role %s the role, the secret and the settings',
    (role) => {
      const [container] = podOf(render(), `acme-${role}`).spec.containers;
      expect(container?.image).toBe(`tendril:${chart.appVersion}`);
      expect(container?.envFrom).toEqual([{ secretRef: { name: 'tendril' } }]);
      expect(container?.env).toContainEqual({ name: 'ROLE', value: role });
      expect(container?.env.slice(1).map(({ name }) => name)).toEqual(
        Object.keys(defaults().settings).toSorted(),
      );
      for (const { value } of container?.env ?? []) expect(typeof value).toBe('string');
      expect(container?.resources).toEqual(defaults()[role as 'web' | 'work' | 'media'].resources);
    },
  );

  it('leads budgets, the service, the scaling and the policy to pods that there are', () => {
    const objects = render((values) => {
      values.ingress.enabled = true;
    });
    const web = podOf(objects, 'acme-web').metadata.labels;
    const work = podOf(objects, 'acme-work').metadata.labels;
    const media = podOf(objects, 'acme-media').metadata.labels;
    for (const [name, labels] of [
      ['acme-web', web],
      ['acme-work', work],
      ['acme-media', media],
    ] as const) {
      const deployed = find(objects, 'Deployment', name)!.spec.selector!.matchLabels!;
      expect(find(objects, 'PodDisruptionBudget', name)!.spec.selector!.matchLabels).toEqual(deployed);
      expect(matches(deployed, labels)).toBe(true);
      expect(matches(deployed, labels === web ? work : web)).toBe(false);
    }
    const service = find(objects, 'Service', 'acme')!.spec.selector as Record<string, string>;
    expect([web, work, media].map((labels) => matches(service, labels))).toEqual([true, false, false]);
    const policy = find(objects, 'NetworkPolicy', 'acme')!.spec['podSelector'] as {
      matchLabels: Record<string, string>;
    };
    for (const labels of [web, work, media]) expect(matches(policy.matchLabels, labels)).toBe(true);
    const scaled = find(objects, 'HorizontalPodAutoscaler', 'acme-web')!.spec['scaleTargetRef'];
    expect(scaled).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment', name: 'acme-web' });
    expect(JSON.stringify(find(objects, 'Ingress', 'acme')!.spec)).toContain(
      '"service":{"name":"acme","port":{"name":"http"}}',
    );
  });

  it('asks for health where it is served, on the port that is open, and mounts what there is', () => {
    for (const name of ['acme-web', 'acme-work', 'acme-media']) {
      const { containers, volumes } = podOf(render(), name).spec;
      const [container] = containers;
      const probes = [container!.startupProbe, container!.livenessProbe, container!.readinessProbe];
      expect(probes.map(({ httpGet }) => httpGet.path)).toEqual([
        api.healthLive.path,
        api.healthLive.path,
        api.healthReady.path,
      ]);
      expect(new Set(probes.map(({ httpGet }) => httpGet.port))).toEqual(
        new Set(container!.ports.map((port) => port.name)),
      );
      expect(container!.volumeMounts.map((mount) => mount.name)).toEqual(
        volumes.map((volume) => volume.name),
      );
    }
  });

  it('follows its values: numbers, tags, settings with signs of YAML, names and hosts', () => {
    const objects = render((values) => {
      values.image = { repository: 'registry.example.com/tendril', tag: '2.0', pullPolicy: 'Always' };
      values.settings = { PUBLIC_URL: 'https://a.example.com/#x', WORKSPACE_RUNS: '007', S3_BUCKET: 'yes' };
      values.web = { replicas: 3 };
      values['existingSecret'] = 'other';
      values.ingress = { enabled: true, className: 'nginx', host: 'a.example.com', tlsSecret: 'tls' };
      values.networkPolicy.enabled = false;
    });
    const [container] = podOf(objects, 'acme-web').spec.containers;
    expect(container).toMatchObject({
      image: 'registry.example.com/tendril:2.0',
      imagePullPolicy: 'Always',
      envFrom: [{ secretRef: { name: 'other' } }],
      resources: {},
    });
    expect(Object.fromEntries(container!.env.map(({ name, value }) => [name, value]))).toEqual({
      ...{ ROLE: 'web', PUBLIC_URL: 'https://a.example.com/#x', WORKSPACE_RUNS: '007', S3_BUCKET: 'yes' },
    });
    const scaling = find(objects, 'HorizontalPodAutoscaler', 'acme-web')!.spec;
    expect([scaling['minReplicas'], scaling['maxReplicas']]).toEqual([3, 3]);
    // Each upgrade would set back what the autoscaler has chosen.
    expect(find(objects, 'Deployment', 'acme-web')!.spec).not.toHaveProperty('replicas');
    expect(find(objects, 'Deployment', 'acme-work')!.spec.replicas).toBe(1);
    expect(find(objects, 'Ingress', 'acme')!.spec).toMatchObject({
      ingressClassName: 'nginx',
      rules: [{ host: 'a.example.com' }],
      tls: [{ hosts: ['a.example.com'], secretName: 'tls' }],
    });
    expect(find(objects, 'NetworkPolicy', 'acme')).toBeUndefined();
  });

  it('asks in words for a place for files that outlives a pod: a bucket, or a volume that all servers share', () => {
    const withFiles = (bucket: string, existingClaim: string) =>
      render((values) => {
        values.settings['S3_BUCKET'] = bucket;
        values.files = { existingClaim };
      });
    expect(() => withFiles('', '')).toThrow('set settings.S3_BUCKET to a bucket, or files.existingClaim');
    const dataOf = (objects: readonly ClusterObject[], name: string) =>
      podOf(objects, name).spec.volumes.find((volume) => volume.name === 'data');
    for (const name of ['acme-web', 'acme-work']) {
      expect(dataOf(withFiles('files', ''), name)).toEqual({ name: 'data', emptyDir: {} });
      expect(dataOf(withFiles('', 'shared'), name)).toEqual({
        ...{ name: 'data', persistentVolumeClaim: { claimName: 'shared' } },
      });
    }
  });

  it('keeps to what is rendered here, and says what it does not know', () => {
    const root = { Values: { a: 1 }, Release: { Name: 'acme' }, Chart: { AppVersion: '1' } };
    for (const unknown of ['{{ include "x" . }}', '{{ .Values.b }}', '{{- if .Values.a }}', '{{ end }}'])
      expect(() => renderChart(unknown, root), unknown).toThrow();
    expect(renderChart('a {{- if .Values.b }} b {{- else }} c {{- end }}', root)).toBe('a c');
  });
});
