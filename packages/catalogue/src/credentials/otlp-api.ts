import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';

export const otlpApi = defineCredential({
  name: 'otlpApi',
  label: 'OpenTelemetry (OTLP)',
  description:
    'The address of a collector or service that takes traces over OTLP, with the headers it asks for.',
  category: 'Analytics',
  icon: 'layers',
  docs: 'https://opentelemetry.io/docs/specs/otlp/',
  hosts: [],
  inputs: {
    otlpEndpoint: param.string({
      label: 'Endpoint',
      placeholder: 'https://collector.example.com',
      description: 'Traces are sent to /v1/traces below it.',
    }),
    otlpHeaders: param.password({
      label: 'Headers',
      optional: true,
      description: 'Pairs between commas, such as authorization=Bearer%20key.',
    }),
  },
});
