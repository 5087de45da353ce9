import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';

// No test: the list of models is public, and every other call costs.
export const nvidiaNIMApi = defineCredential({
  name: 'nvidiaNIMApi',
  label: 'NVIDIA NGC API Key',
  description: 'A key of build.nvidia.com, or of a NIM container of your own.',
  category: 'Chat Models',
  icon: 'nvidia',
  docs: 'https://build.nvidia.com/settings/api-keys',
  hosts: ['https://integrate.api.nvidia.com'],
  inputs: {
    nvidiaNIMApiKey: param.password({ label: 'NVIDIA NGC API Key' }),
  },
});
