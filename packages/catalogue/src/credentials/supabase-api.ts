import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';

// No test: what it is sent to is set on the nodes, or nothing can be asked that is free.
export const supabaseApi = defineCredential({
  name: 'supabaseApi',
  label: 'Supabase API',
  description: 'A key of a project at Supabase.',
  category: 'Vector Stores',
  icon: 'supabase',
  docs: 'https://supabase.com/dashboard',
  hosts: ['https://*.supabase.co'],
  inputs: {
    supabaseApiKey: param.password({ label: 'Supabase API Key' }),
  },
});
