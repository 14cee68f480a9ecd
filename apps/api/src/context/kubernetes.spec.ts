import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { Service } from 'kubernetes-models/v1/Service';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { readSettings, SETTING_NAMES } from './settings';

const text = readFileSync(join(__dirname, '../../../../deploy/kubernetes.yaml'), 'utf8');
const manifests = parseAllDocuments(text).map((document) => document.toJS() as { kind: string });

const find = (kind: string) => manifests.find((manifest) => manifest.kind === kind);

describe('deploy/kubernetes.yaml', () => {
  const deployment = new Deployment(find('Deployment') as never);
  const service = new Service(find('Service') as never);
  const budget = new PodDisruptionBudget(find('PodDisruptionBudget') as never);
  const ingress = new Ingress(find('Ingress') as never);

  it('contains manifests with the schemas of Kubernetes', () => {
    const models = [deployment, service, budget, ingress];
    expect(models.map(({ kind }) => kind)).toEqual(manifests.map(({ kind }) => kind));
    expect(models.map(({ apiVersion }) => apiVersion)).toEqual([
      'apps/v1',
      'v1',
      'policy/v1',
      'networking.k8s.io/v1',
    ]);
    for (const model of models) model.validate();
  });

  it('sets settings of the server', () => {
    const [container] = deployment.spec?.template.spec?.containers ?? [];
    const variables = container?.env ?? [];
    expect(variables.map(({ name }) => name).filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
    const plain = variables.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]]));
    expect(() => readSettings(Object.fromEntries(plain))).not.toThrow();
  });

  it('names pods, ports and paths that exist', () => {
    const { labels } = deployment.spec?.template.metadata ?? {};
    expect(service.spec?.selector).toEqual(labels);
    expect(budget.spec?.selector?.matchLabels).toEqual(labels);
    const backend = ingress.spec?.rules?.[0]?.http?.paths[0]?.backend.service;
    expect([backend?.name, backend?.port?.name]).toEqual([
      service.metadata?.name,
      service.spec?.ports?.[0]?.name,
    ]);
    const [container] = deployment.spec?.template.spec?.containers ?? [];
    expect(container?.ports?.map(({ name }) => name)).toContain(service.spec?.ports?.[0]?.targetPort);
    const probes = [container?.startupProbe, container?.readinessProbe, container?.livenessProbe];
    expect(probes.map((probe) => probe?.httpGet?.path)).toEqual(['/readyz', '/healthz', '/healthz']);
  });
});
