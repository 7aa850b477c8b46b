import { bigintModel } from './bigint-calls.mjs';

export const callHex = bigintModel({
  id: 'call-hex',
  title: 'one call a product, BigInt in and out by hexadecimal digits',
  meaning:
    'One exported call a product of two BigInts, which become bytes by way of their hexadecimal digits, and whose ' +
    'product comes back the same way.',
  short: 'hex',
  size: 1,
  way: {
    target: (exports, kernel) => new exports.Multiplier(kernel),
    source: `(multiplier) => {
      const bytesOf = (value) => {
        const hex = value.toString(16).padStart(64, '0');
        const bytes = new Uint8Array(32);
        for (let i = 0; i < 32; i++) bytes[31 - i] = parseInt(hex.slice(2 * i, 2 * i + 2), 16);
        return bytes;
      };
      const valueOf = (bytes) => {
        let hex = '';
        for (let i = 31; i >= 0; i--) hex += bytes[i].toString(16).padStart(2, '0');
        return BigInt('0x' + hex);
      };
      return (as, bs) => {
        for (let i = 0; i < as.length; i++) as[i] = valueOf(multiplier.mul(bytesOf(as[i]), bytesOf(bs[i])));
      };
    }`,
  },
});
