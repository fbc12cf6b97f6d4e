/** A line with a string without findings. */
export const GOOD = 'URI=mongodb+srv://warehouse.p5d8f2.mongodb.net/shop\n';
/** The same with a fault: a port. */
export const BAD = 'URI=mongodb+srv://warehouse.p5d8f2.mongodb.net:27017/shop\n';
