// What the page needs of noble-curves to check a round of drand: `tests/page/make_bls.py` makes gm_tools/page/bls.js of it.
import { bls12_381 } from "@noble/curves/bls12-381";
import { sha256 } from "@noble/hashes/sha2";

const DST = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";

// Tell whether a signature is that of a round of a chain with this public key (both in hexadecimal digits), whose scheme is
// bls-unchained-g1-rfc9380, as that of drand quicknet is.
export function verify(round, signature, publicKey) {
  const number = new Uint8Array(8);
  try {
    new DataView(number.buffer).setBigUint64(0, BigInt(round));
    const bls = bls12_381.shortSignatures;
    return bls.verify(signature, bls.hash(sha256(number), DST), publicKey);
  } catch {
    return false; // not a number of a round, or not a point of the curve
  }
}
