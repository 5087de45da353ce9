import { AppError } from '@tendril/contract/app-error';

/** The address of a deployment in Elastic's cloud, from its id: `name:base64(host$elasticsearch$kibana)`. */
export function elasticAddress(cloudId: string): string {
  const text = cloudId.trim();
  if (/^https?:\/\//.test(text)) return text;
  const [host, id] = Buffer.from(text.slice(text.indexOf(':') + 1), 'base64')
    .toString('utf8')
    .split('$');
  if (!host || !id)
    throw new AppError('FLOW_INVALID', 'Elasticsearch: the Cloud ID of the secret is not valid.');
  const [name, port] = host.split(':');
  return `https://${id}.${name}${port ? `:${port}` : ''}`;
}
