import { needed, optional, type ServiceActions } from './service-action.ts';

const limit = optional('How many at most', undefined, 'number');
const newest = 'the newest first';

/** What an agent may do at Stripe; names are those of its resource and what is done with it. */
export const stripeActions: ServiceActions = {
  customersCreate: {
    description: 'Creates a customer.',
    fields: { name: needed('Name of the customer'), email: optional('Address for mail') },
    request: (args) => ({ path: ['customers'], form: args }),
  },
  customersRead: {
    description: `Lists customers, ${newest}.`,
    fields: { email: optional('Only with this address for mail'), limit },
    request: (args) => ({ path: ['customers'], query: args }),
  },
  customersUpdate: {
    description: 'Changes a customer.',
    fields: {
      customer: needed('Id, cus_…'),
      name: optional('New name'),
      email: optional('New address for mail'),
    },
    request: ({ customer, ...form }) => ({ path: ['customers', customer], form }),
  },
  productsCreate: {
    description: 'Creates a product.',
    fields: { name: needed('Name of the product'), description: optional('What it is') },
    request: (args) => ({ path: ['products'], form: args }),
  },
  productsRead: {
    description: `Lists products, ${newest}.`,
    fields: { limit },
    request: (args) => ({ path: ['products'], query: args }),
  },
  productsUpdate: {
    description: 'Changes a product.',
    fields: {
      product: needed('Id, prod_…'),
      name: optional('New name'),
      description: optional('What it is'),
    },
    request: ({ product, ...form }) => ({ path: ['products', product], form }),
  },
  pricesCreate: {
    description: 'Creates a price of a product.',
    fields: {
      product: needed('Id of the product, prod_…'),
      unit_amount: needed('Price in the smallest unit, such as cents', undefined, 'number'),
      currency: needed('Three letters, such as eur'),
    },
    request: (args) => ({ path: ['prices'], form: args }),
  },
  pricesRead: {
    description: `Lists prices, ${newest}.`,
    fields: { product: optional('Only of this product, prod_…'), limit },
    request: (args) => ({ path: ['prices'], query: args }),
  },
  pricesUpdate: {
    description: 'Changes the name of a price, or whether it can be used.',
    fields: {
      price: needed('Id, price_…'),
      nickname: optional('New name'),
      active: optional('Whether it can be used', undefined, 'boolean'),
    },
    request: ({ price, ...form }) => ({ path: ['prices', price], form }),
  },
  paymentLinksCreate: {
    description: 'Creates a link by which people pay.',
    fields: { price: needed('Id of the price, price_…'), quantity: needed('How many', undefined, 'number') },
    request: ({ price, quantity }) => ({
      path: ['payment_links'],
      form: { 'line_items[0][price]': price, 'line_items[0][quantity]': quantity },
    }),
  },
  paymentLinksRead: {
    description: `Lists links by which people pay, ${newest}.`,
    fields: { limit },
    request: (args) => ({ path: ['payment_links'], query: args }),
  },
  paymentLinksUpdate: {
    description: 'Turns a link by which people pay on or off.',
    fields: { payment_link: needed('Id, plink_…'), active: needed('Whether it works', undefined, 'boolean') },
    request: ({ payment_link: link, active }) => ({ path: ['payment_links', link], form: { active } }),
  },
  balanceRead: {
    description: 'Tells the balance of the account.',
    fields: {},
    request: () => ({ path: ['balance'] }),
  },
  invoicesCreate: {
    description: 'Creates the draft of an invoice that is sent to a customer.',
    fields: {
      customer: needed('Id of the customer, cus_…'),
      days_until_due: optional('Days until it is due; 30 without', undefined, 'number'),
    },
    request: ({ customer, days_until_due: days = 30 }) => ({
      path: ['invoices'],
      form: { customer, collection_method: 'send_invoice', days_until_due: days },
    }),
  },
  invoicesRead: {
    description: `Lists invoices, ${newest}.`,
    fields: { customer: optional('Only of this customer, cus_…'), limit },
    request: (args) => ({ path: ['invoices'], query: args }),
  },
  invoicesUpdate: {
    description: 'Completes the draft of an invoice, so that it can be paid.',
    fields: { invoice: needed('Id, in_…') },
    request: ({ invoice }) => ({ path: ['invoices', invoice, 'finalize'], form: {} }),
  },
  invoiceItemsCreate: {
    description: 'Adds a price to the draft of an invoice.',
    fields: {
      customer: needed('Id of the customer, cus_…'),
      price: needed('Id of the price, price_…'),
      invoice: optional('Id of the invoice, in_…'),
    },
    request: ({ price, ...form }) => ({ path: ['invoiceitems'], form: { ...form, 'pricing[price]': price } }),
  },
  invoiceItemsRead: {
    description: `Lists the items of invoices, ${newest}.`,
    fields: { customer: optional('Only of this customer, cus_…'), limit },
    request: (args) => ({ path: ['invoiceitems'], query: args }),
  },
  invoiceItemsUpdate: {
    description: 'Changes the text of an item.',
    fields: { item: needed('Id, ii_…'), description: needed('New text') },
    request: ({ item, description }) => ({ path: ['invoiceitems', item], form: { description } }),
  },
};
