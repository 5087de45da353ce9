/** Questions and answers of an invented paper shop, one pair a paragraph. */
export const supportFaq = `What is Quillmoor Paper?
Quillmoor Paper is an online shop for notebooks, writing paper and ink, founded in 2009.

What are your opening hours?
The help desk is open Monday to Friday from 9:00 to 18:00 and on Saturday from 10:00 to 14:00.

How long does delivery take?
Standard delivery takes 3 to 5 working days after we have packed your parcel.

How much does shipping cost?
Shipping costs 4.90 € per order and is free for orders from 45 €.

Do you offer express delivery?
Express delivery costs 9.50 € and arrives the next working day if you order before 13:00.

Which countries do you ship to?
We ship to all countries of the European Union, to Norway and to Switzerland.

Do you ship to islands such as Corsica?
Yes, parcels to Corsica and other islands need two extra working days at no extra charge.

How can I track my parcel?
You get a tracking link by e-mail as soon as the parcel leaves our warehouse.

Can I change the delivery address after ordering?
You can change the delivery address under Orders until the parcel is packed, normally for 2 hours after payment.

Can I pick up my order instead?
Yes, pick-up is free at our warehouse shop in dock 7, one hour after your order.

What is your return policy?
You can return unused goods within 30 days of delivery, in any box you like.

Who pays for the return shipment?
Return labels are free within the European Union; from other countries the sender pays the postage.

When do I get my refund?
Refunds arrive within 7 days after the return reaches us, by the way you paid.

What do I do when an item arrives damaged?
Send a photo of the damaged item within 14 days and we send a replacement the same day.

Can I cancel an order?
An order can be cancelled free of charge until it is packed; press Cancel under Orders.

Which payment methods do you accept?
We accept credit cards, PayPal, bank transfer and Apple Pay.

Can I pay by invoice?
Schools and companies can pay by invoice; it is due within 21 days.

Do you give discounts to schools?
Schools get a discount of 12 % on every order above 100 €.

How does the loyalty programme work?
You collect one leaf for every euro; 200 leaves are worth a voucher of 10 €.

How long are gift vouchers valid?
Gift vouchers are valid for 3 years and can be used in several parts.

Is your paper sustainable?
All our paper is made from 100 % recycled fibre and is free of chlorine.

Which ink is suitable for fountain pens?
All inks of the Tarn series are suitable for fountain pens and wash out of cotton at 40 °C.

Can notebooks be engraved?
Notebooks with a hard cover can be engraved with up to 24 letters for 6 €.

How do I reset my password?
Press "Forgot password" on the sign-in page; the link we send works for 60 minutes.

How do I delete my account?
Delete your account under Settings, Privacy; your data is erased after 14 days.
`;
