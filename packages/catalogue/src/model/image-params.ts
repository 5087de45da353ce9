import { param } from '@tendril/contract/node/param';

/** No value of a model's name: parameters with this condition are kept in flow files, and never drawn. */
const never = { modelName: [] };

/** Parameters of Flowise's files about images in a question; not drawn, because questions are text. */
export const imageUploadParam = {
  allowImageUploads: param.boolean({
    label: 'Allow Image Uploads',
    default: false,
    optional: true,
    show: never,
  }),
};

/** The same, with how closely a model looks at an image. */
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
    show: never,
  }),
};
