package main

import (
	"encoding/binary"
	"math/big"
	"math/bits"
	"slices"

	"github.com/consensys/gnark-crypto/ecc/bn254/fp"
)

// slots of each array of stream, as src/bench/batch.rs has them.
const slots = 128

const elementBytes = fp.Bytes

// loops by model: the checksum of n products on the operands of a seed, as src/bench/batch.rs defines it.
var loops = map[string]func(seed uint64, n uint32) []byte{"chain": chain, "stream": stream}

// chain does n products, each of which needs the one before.
func chain(seed uint64, n uint32) []byte {
	next := generator(seed)
	previous, current := next(), next()
	chainLoop(&previous, &current, n)
	return toBytes(&current)
}

// What is timed is a function of its own, and no part of what is around it.
//
//go:noinline
func chainLoop(previous, current *fp.Element, n uint32) {
	x, y := *previous, *current
	// The two change places, so that nothing is copied.
	for ; n >= 2; n -= 2 {
		x.Mul(&y, &x)
		y.Mul(&x, &y)
	}
	if n == 1 {
		x.Mul(&y, &x)
		x, y = y, x
	}
	*previous, *current = x, y
}

// stream does n independent products, slot after slot and pass after pass.
func stream(seed uint64, n uint32) []byte {
	next := generator(seed)
	var a, b [slots]fp.Element
	for i := range a {
		a[i], b[i] = next(), next()
	}
	streamLoop(&a, &b, n)
	var sum fp.Element
	for i := range a {
		sum.Double(&sum)
		sum.Add(&sum, &a[i])
	}
	return toBytes(&sum)
}

//go:noinline
func streamLoop(a, b *[slots]fp.Element, n uint32) {
	for left := n; left > 0; left -= min(left, slots) {
		pass := min(left, slots)
		for i := range pass {
			a[i].Mul(&a[i], &b[i])
		}
	}
}

func product(a, b []byte) []byte {
	x, y := fromBytes(a), fromBytes(b)
	x.Mul(&x, &y)
	return toBytes(&x)
}

func convert(a []byte) []byte {
	x := fromBytes(a)
	return toBytes(&x)
}

// generator repeats src/bench/generator.rs: SplitMix64, four words an element, cut to the bits of p, drawn again until
// below p.
func generator(seed uint64) func() fp.Element {
	modulus := fp.Modulus()
	top := ^uint64(0) >> bits.LeadingZeros64(new(big.Int).Rsh(modulus, 192).Uint64())
	word := func() uint64 {
		seed += 0x9e3779b97f4a7c15
		z := seed
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
	return func() fp.Element {
		for {
			var candidate [elementBytes]byte
			for i := range 4 {
				drawn := word()
				if i == 3 {
					drawn &= top
				}
				binary.LittleEndian.PutUint64(candidate[8*i:], drawn)
			}
			if element, err := fp.LittleEndian.Element(&candidate); err == nil {
				return element
			}
		}
	}
}

// fromBytes takes an element into gnark-crypto's format, which is Montgomery's. Of what is no element it makes its
// residue: the harness sends elements.
func fromBytes(bytes []byte) fp.Element {
	reversed := slices.Clone(bytes)
	slices.Reverse(reversed)
	var element fp.Element
	element.SetBytes(reversed)
	return element
}

func toBytes(element *fp.Element) []byte {
	bytes := element.Bytes()
	slices.Reverse(bytes[:])
	return bytes[:]
}
