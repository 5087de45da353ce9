import { param } from '@tendril/contract/node/param';

/** Whether pictures that come with a question are sent to the model. */
export const imageUploadParam = {
  allowImageUploads: param.boolean({
    label: 'Allow Image Uploads',
    description: 'People may send pictures along, and the model sees them.',
    default: false,
    optional: true,
  }),
};

/** The same, with the level of detail. */
export const imageParams = {
  ...imageUploadParam,
  imageResolution: param.options({
    label: 'Image Resolution',
    options: [
      { name: 'low', label: 'Low' },
      { name: 'high', label: 'High' },
      { name: 'auto', label: 'Auto' },
    ],
    default: 'low',
    show: { allowImageUploads: true },
  }),
};
