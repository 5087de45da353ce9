/** The text of the sample store: a document of our own, small enough to read and large enough to search. */
export const sampleHandbook = `Spoke & Chain: workshop handbook

Opening hours
The workshop is open Tuesday to Friday from 9:30 to 18:30 and on Saturday from 10:00 to 15:00. It is closed on Sunday, Monday and public holidays. In December the Saturday hours are extended to 17:00. Bicycles can be dropped off outside opening hours in the locker beside the door; the code is sent with the booking.

Bookings
A repair is booked online, by phone or at the counter. A booking keeps a stand free for the whole day, so customers should bring the bicycle before 11:00. Whoever cannot come cancels by 18:00 of the day before; later cancellations cost 15 euros, which are taken off the next repair.

Prices
A small service costs 59 euros and takes one day: brakes and gears are adjusted, the chain is oiled and the tyres are pumped. A full service costs 129 euros and takes two days: in addition both wheels are trued and all bearings are greased. A puncture is mended for 18 euros while the customer waits. Parts are charged at list price. If a repair turns out to cost more than 30 euros above the estimate, we call before we go on.

Electric bicycles
We service electric bicycles with a removable battery. The battery should be charged to about half when the bicycle is handed in, and the key of the battery lock must come with it. We do not open batteries or motors: these are sent to the maker, which takes two to three weeks.

Guarantee
Every repair has a guarantee of 12 months on labour. New parts have the guarantee of their maker, at least 24 months. Tyres, brake pads and chains wear out with use and are covered only against faults in the material. To claim the guarantee, bring the bicycle and the receipt; a photo of the receipt is enough.

Loan bicycles
During a full service a loan bicycle is free of charge for up to three days, after that it costs 8 euros a day. There are nine loan bicycles, two of them for children. A deposit of 100 euros is held on a card and released when the bicycle is back.

Collecting a bicycle
We send a message when a repair is done. A bicycle that is not collected within 14 days is moved to our store and costs 2 euros for each further day. After six months it may be sold, following two written reminders.

Complaints
Complaints are answered within two working days by the head of the workshop, Ines Marlow. If a repair was not done properly, it comes first the next morning and the customer gets a loan bicycle free of charge. Refunds go back the way they were paid, within five working days.

Apprentices
Apprentices work in pairs with a mechanic for the first six months. Brakes and steering that an apprentice has worked on are always checked by a second person, who signs the job sheet. Nobody rides a customer's bicycle on the road without a helmet.
`;
