import { type ActionCase, tryActions } from '../../testing/try-actions.ts';

const cases: ActionCase[] = [
  {
    action: 'customers.create',
    tool: 'customers_create',
    input: { name: 'Ann', email: 'a@b.test' },
    request: 'POST /v1/customers',
    body: 'name=Ann&email=a%40b.test',
  },
  {
    action: 'customers.read',
    tool: 'customers_read',
    input: { limit: 2 },
    request: 'GET /v1/customers?limit=2',
    answer: { object: 'list', data: [] },
  },
  {
    action: 'customers.update',
    tool: 'customers_update',
    input: { customer: 'cus_1', name: 'Bo' },
    request: 'POST /v1/customers/cus_1',
    body: 'name=Bo',
  },
  {
    action: 'products.create',
    tool: 'products_create',
    input: { name: 'Tea' },
    request: 'POST /v1/products',
    body: 'name=Tea',
  },
  { action: 'products.read', tool: 'products_read', request: 'GET /v1/products' },
  {
    action: 'products.update',
    tool: 'products_update',
    input: { product: 'prod_1', description: 'Green' },
    request: 'POST /v1/products/prod_1',
    body: 'description=Green',
  },
  {
    action: 'prices.create',
    tool: 'prices_create',
    input: { product: 'prod_1', unit_amount: 500, currency: 'eur' },
    request: 'POST /v1/prices',
    body: 'product=prod_1&unit_amount=500&currency=eur',
  },
  {
    action: 'prices.read',
    tool: 'prices_read',
    input: { product: 'prod_1' },
    request: 'GET /v1/prices?product=prod_1',
  },
  {
    action: 'prices.update',
    tool: 'prices_update',
    input: { price: 'price_1', active: false },
    request: 'POST /v1/prices/price_1',
    body: 'active=false',
  },
  {
    action: 'paymentLinks.create',
    tool: 'payment_links_create',
    input: { price: 'price_1', quantity: 2 },
    request: 'POST /v1/payment_links',
    body: 'line_items%5B0%5D%5Bprice%5D=price_1&line_items%5B0%5D%5Bquantity%5D=2',
  },
  { action: 'paymentLinks.read', tool: 'payment_links_read', request: 'GET /v1/payment_links' },
  {
    action: 'paymentLinks.update',
    tool: 'payment_links_update',
    input: { payment_link: 'plink_1', active: true },
    request: 'POST /v1/payment_links/plink_1',
    body: 'active=true',
  },
  {
    action: 'balance.read',
    tool: 'balance_read',
    request: 'GET /v1/balance',
    answer: { object: 'balance', available: [{ amount: 5 }] },
  },
  {
    action: 'invoices.create',
    tool: 'invoices_create',
    input: { customer: 'cus_1' },
    request: 'POST /v1/invoices',
    body: 'customer=cus_1&collection_method=send_invoice&days_until_due=30',
  },
  {
    action: 'invoices.read',
    tool: 'invoices_read',
    input: { customer: 'cus_1' },
    request: 'GET /v1/invoices?customer=cus_1',
  },
  {
    action: 'invoices.update',
    tool: 'invoices_update',
    input: { invoice: 'in_1' },
    request: 'POST /v1/invoices/in_1/finalize',
  },
  {
    action: 'invoiceItems.create',
    tool: 'invoice_items_create',
    input: { customer: 'cus_1', price: 'price_1', invoice: 'in_1' },
    request: 'POST /v1/invoiceitems',
    body: 'customer=cus_1&invoice=in_1&pricing%5Bprice%5D=price_1',
  },
  { action: 'invoiceItems.read', tool: 'invoice_items_read', request: 'GET /v1/invoiceitems' },
  {
    action: 'invoiceItems.update',
    tool: 'invoice_items_update',
    input: { item: 'ii_1', description: 'Tea' },
    request: 'POST /v1/invoiceitems/ii_1',
    body: 'description=Tea',
  },
];

tryActions(
  {
    node: 'stripeAgentTool',
    service: 'Stripe',
    prefix: 'stripe',
    secret: { stripeApiToken: 'sk_test_CANARY0001' },
    authorization: 'Bearer sk_test_CANARY0001',
    choose(action) {
      const [resource = '', verb = ''] = action.split('.');
      return verb === '' ? {} : { [resource]: JSON.stringify([verb]) };
    },
  },
  cases,
);
