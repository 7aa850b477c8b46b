// One round of the benchmark with the product of gnark-crypto: the conversation of ../session, in Go.
//
// Standard input has the plan on its first line, as JSON; every further line is a turn: the index of the row to time a
// batch of. Standard output has an event a line. What is right is for the reader to say: here is no oracle.
package main

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strconv"
	"time"
)

// plan is the part of a session's plan that this program needs: rows are those of this process.
type plan struct {
	Cases       uint32   `json:"cases"`
	OperandSeed string   `json:"operandSeed"`
	Values      []string `json:"values"`
	Rows        []row    `json:"rows"`
}

type row struct {
	Model string  `json:"model"`
	Work  float64 `json:"work"`
}

// call of a loop, as often as it was made with the same result.
type call struct {
	N        uint32 `json:"n"`
	Checksum string `json:"checksum"`
}

type event map[string]any

// As ../session has them.
const (
	verifySeed  = 0x5eed
	margin      = 1.5
	doublings   = 6
	improvement = 0.98
	staleBlocks = 5
	mostBlocks  = 100
	fewestSteps = 10
	mostSteps   = 5000
	longEnough  = 20 * time.Millisecond
	clockReads  = 1_000_000
)

var verifyLengths = []uint64{1, 2, 3, 127, 128, 129, 1000}

// batch is a row's loop and operands.
type batch struct {
	run   func(seed uint64, n uint32) []byte
	seed  uint64
	cases uint32
	work  float64
	n     uint64
}

func main() {
	lines := bufio.NewReader(os.Stdin)
	first, err := lines.ReadBytes('\n')
	if len(first) == 0 {
		stop("a plan is needed: %v", err)
	}
	var todo plan
	if err := json.Unmarshal(first, &todo); err != nil {
		stop("a plan in one line of JSON is needed: %v", err)
	}
	seed, err := strconv.ParseUint(todo.OperandSeed, 10, 64)
	if err != nil {
		stop("operandSeed: a seed of 64 bits is needed: %v", err)
	}
	values := make([][]byte, len(todo.Values))
	for i, value := range todo.Values {
		if values[i], err = hex.DecodeString(value); err != nil || len(values[i]) != elementBytes {
			stop("values: %d bytes as hexadecimal digits are needed, not %q", elementBytes, value)
		}
	}
	step := clockStep()
	if step == 0 {
		for i := range todo.Rows {
			fail(i, "the clock does not advance")
		}
		return
	}
	// At least 1 ms, and one step of the clock is at most 0.5 % of it.
	floor := math.Max(1e6, 200*step)

	if len(todo.Rows) > 0 {
		sayProducts(values)
	}
	ready := make([]*batch, len(todo.Rows))
	for i, of := range todo.Rows {
		run, known := loops[of.Model]
		if !known {
			fail(i, fmt.Sprintf("there is no loop %q", of.Model))
			continue
		}
		short := batch{run: run, seed: verifySeed, cases: todo.Cases, work: 1}
		for _, n := range verifyLengths {
			_, calls := short.time(n)
			say(event{"type": "batch", "row": i, "calls": calls})
		}
		say(event{"type": "progress", "stage": "warm up", "row": i})
		own := &batch{run: run, seed: seed, cases: todo.Cases, work: of.Work}
		perProduct := own.warmUp(math.Max(1e6, 20*step))
		units := math.Ceil(margin * floor / (perProduct * float64(todo.Cases)))
		own.n = uint64(todo.Cases) * uint64(math.Max(1, units))
		ready[i] = own
	}
	say(event{"type": "floor", "clockStepNs": step, "fused": nil})

	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		i, err := strconv.Atoi(line[:len(line)-1])
		if err != nil || i < 0 || i >= len(ready) {
			stop("the index of a row is needed, not %q", line)
		}
		if ready[i] == nil {
			fail(i, "the row has failed before")
			continue
		}
		ready[i].sample(i, floor)
	}
}

// sample times a batch and says so; one that is too short for the clock is made longer, for later ones too.
func (b *batch) sample(i int, floor float64) {
	for attempt := 0; attempt <= doublings; attempt++ {
		ns, calls := b.time(b.n)
		if float64(ns) >= floor {
			say(event{"type": "sample", "row": i, "n": b.n, "ns": ns, "calls": calls})
			return
		}
		b.n *= 2
	}
	fail(i, fmt.Sprintf("no batch lasted the %v ms that the clock needs", floor/1e6))
}

// time does n products, as calls of `cases` each, of which the last may have fewer: ns, and what the calls gave.
func (b *batch) time(n uint64) (int64, []call) {
	var counts []uint32
	for ; n > 0; n -= min(n, uint64(b.cases)) {
		counts = append(counts, uint32(math.Round(b.work*float64(min(n, uint64(b.cases))))))
	}
	checksums := make([][]byte, len(counts))
	start := time.Now()
	for i, count := range counts {
		checksums[i] = b.run(b.seed, count)
	}
	ns := time.Since(start).Nanoseconds()

	var calls []call
	seen := map[call]bool{}
	for i, count := range counts {
		made := call{count, hex.EncodeToString(checksums[i])}
		if !seen[made] {
			calls = append(calls, made)
		}
		seen[made] = true
	}
	return ns, calls
}

// warmUp runs blocks until they stop improving, and gives ns per product of the best one.
func (b *batch) warmUp(blockNs float64) float64 {
	best := math.Inf(1)
	n := uint64(1)
	stale := 0
	for block := 0; block < mostBlocks && stale < staleBlocks; block++ {
		ns, _ := b.time(n)
		perProduct := float64(ns) / float64(n)
		switch {
		case float64(ns) < blockNs:
			n, stale = 2*n, 0
		case perProduct < best*improvement:
			stale = 0
		default:
			stale++
		}
		if ns > 0 {
			best = math.Min(best, perProduct)
		}
	}
	return best
}

// sayProducts gives all that the reader needs to hold the product against BigInt. The rows are loops of one product.
func sayProducts(values [][]byte) {
	say(event{"type": "progress", "stage": "verify", "row": 0})
	for i, a := range values {
		products := make([]string, len(values))
		for j, b := range values {
			products[j] = hex.EncodeToString(product(a, b))
		}
		say(event{
			"type": "products", "row": 0, "value": i,
			"converted": hex.EncodeToString(convert(a)), "products": products,
		})
	}
}

// clockStep is the smallest time that the clock can tell apart from zero, in ns; 0 when it does not advance.
func clockStep() float64 {
	begin := time.Now()
	smallest := time.Duration(math.MaxInt64)
	for step := 0; step < mostSteps; step++ {
		start := time.Now()
		if step >= fewestSteps && start.Sub(begin) > longEnough {
			break
		}
		elapsed := time.Duration(0)
		for read := 0; read < clockReads && elapsed == 0; read++ {
			elapsed = time.Since(start)
		}
		smallest = min(smallest, elapsed)
	}
	return float64(smallest.Nanoseconds())
}

func fail(i int, message string) {
	say(event{"type": "error", "row": i, "message": message, "unsupported": false})
}

func say(what event) {
	line, err := json.Marshal(what)
	if err != nil {
		stop("%v", err)
	}
	if _, err := os.Stdout.Write(append(line, '\n')); err != nil {
		stop("%v", err)
	}
}

func stop(format string, values ...any) {
	fmt.Fprintf(os.Stderr, format+"\n", values...)
	os.Exit(1)
}
