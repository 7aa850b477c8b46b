/**
 * Poseidon of two elements in plain Solidity, without assembly. Its constants are the oracle's, and its operations
 * those of the contract that the figure 220,244 was published for (contracts/Poseidon.sol of
 * chancehudson/poseidon-solidity at commit e57becd), so that its gas is comparable: the numbers of the rounds are
 * computed in every round, each sum starts from zero, and every call copies all constants into memory.
 */

import { FR } from '../oracle/field.mjs';
import { ofPoseidon1 } from '../oracle/poseidon.mjs';

const { fullRounds, partialRounds, constants, full } = ofPoseidon1();
const added = constants.flat();
const matrix = full.flatMap((row, i) => row.map((m, j) => `    uint256 constant M${i}${j} = ${m};`));
/** @param {number} i @returns {string} a row of the matrix times (x, y, z) */
const row = (i) => ['x', 'y', 'z'].reduce((sum, name, j) => `addmod(${sum}, mulmod(${name}, M${i}${j}, P), P)`, '0');

export const PLAIN_SOURCE = `// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.0;

contract Poseidon {
    uint256 constant P = ${FR.p};
    uint256 constant WIDTH = ${full.length};
    uint256 constant FULL = ${fullRounds};
    uint256 constant PARTIAL = ${partialRounds};
${matrix.join('\n')}

    function hash(uint256[2] memory inputs) public pure returns (uint256) {
        uint256[${added.length}] memory added = [${added.join(', ')}];
        uint256 x = 0;
        uint256 y = inputs[0];
        uint256 z = inputs[1];
        uint256 nextX = 0;
        uint256 nextY = inputs[0];
        uint256 nextZ = inputs[1];
        for (uint8 round = 0; round < FULL + PARTIAL; round++) {
            x = addmod(nextX, added[round * WIDTH + 0], P);
            y = addmod(nextY, added[round * WIDTH + 1], P);
            z = addmod(nextZ, added[round * WIDTH + 2], P);
            x = power5(x);
            if (round < FULL / 2 || round >= FULL / 2 + PARTIAL) {
                y = power5(y);
                z = power5(z);
            }
            nextX = ${row(0)};
            nextY = ${row(1)};
            nextZ = ${row(2)};
        }
        return nextX;
    }

    function power5(uint256 x) internal pure returns (uint256) {
        uint256 square = mulmod(x, x, P);
        uint256 fourth = mulmod(square, square, P);
        return mulmod(x, fourth, P);
    }
}
`;
