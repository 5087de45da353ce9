import { asRecord } from '../tools/as-record.ts';

/** What a connection accepts as the certificate of a host. */
export interface CertificateSettings {
  ca?: string;
  rejectUnauthorized?: boolean;
}

/** Whether a connection is encrypted, and by which certificate: of a form's further settings only `ssl` counts. */
export function certificateSettings(additionalConfig: unknown, ssl = false): boolean | CertificateSettings {
  const further = asRecord(additionalConfig)['ssl'];
  if (typeof further !== 'object' || further === null) return ssl || further === true;
  const { ca, rejectUnauthorized } = asRecord(further);
  return {
    ...(typeof ca === 'string' && { ca }),
    ...(typeof rejectUnauthorized === 'boolean' && { rejectUnauthorized }),
  };
}
